/** Signing in and out, the session, and the caller's own address. */
import { z } from "zod";
import { AREAS } from "../areas.ts";
import { pathId, query } from "../parameters.ts";
import { route } from "../route.ts";
import { caller, codePair, codeRequest, codeRequested, session, sessionUser } from "../shapes/sign-in.ts";
import { id, time } from "../shapes/values.ts";

const RECENT = "Needs a sign-in, or its confirmation, of the last 15 minutes: else 403 `CONFIRMATION_REQUIRED`.";
const PAIR = { shape: codePair, example: { authRequestId: "01890a5d-ac96-774b-bcce-b302099a8057", code: "123456" } };
const REQUESTED = { description: "A request that a code belongs to", data: codeRequested };
const withUser = z.object({ user: sessionUser });

export const authRoutes = {
  requestCode: route(AREAS.auth, {
    path: "/api/auth/request",
    auth: "anyone",
    tag: "auth",
    methods: {
      POST: {
        id: "auth.request",
        summary: "Ask for a code by mail",
        description: "The answer is the same whether or not a user has this address.",
        body: { shape: codeRequest, example: { email: "someone@example.com" } },
        answers: { 200: REQUESTED },
      },
    },
  }),

  signIn: route(AREAS.auth, {
    path: "/api/auth/create",
    auth: "anyone",
    tag: "auth",
    methods: {
      POST: {
        id: "auth.create",
        summary: "Sign in with the mailed code",
        body: PAIR,
        answers: { 200: { description: "The user who has signed in", data: withUser, cookie: true } },
      },
    },
  }),

  logout: route(AREAS.auth, {
    path: "/api/auth/logout",
    auth: "anyone",
    bucket: "session",
    tag: "auth",
    methods: {
      POST: {
        id: "auth.logout",
        summary: "Sign out",
        parameters: [query("all", { type: "boolean", default: false }, "Ends every session of the user.")],
        answers: { 200: { description: "Signed out", data: z.object({ success: z.literal(true) }), cookie: true } },
      },
    },
  }),

  me: route(AREAS.auth, {
    path: "/api/auth/me",
    auth: "caller",
    bucket: "session",
    tag: "auth",
    methods: { GET: { id: "auth.me", summary: "Who am I?", answers: { 200: { description: "The caller", data: caller } } } },
  }),

  refresh: route(AREAS.auth, {
    path: "/api/auth/refresh",
    refusesKeysAs: "UNAUTHORIZED",
    bucket: "session",
    tag: "auth",
    methods: {
      POST: {
        id: "auth.refresh",
        summary: "Extend the session",
        answers: { 200: { description: "The session", data: z.object({ user: sessionUser, expiresAt: time }), cookie: true } },
      },
    },
  }),

  sessions: route(AREAS.auth, {
    path: "/api/auth/sessions",
    bucket: "session",
    tag: "auth",
    methods: {
      GET: {
        id: "auth.sessions",
        summary: "The caller's sessions",
        answers: { 200: { description: "The sessions, newest first", data: z.array(session) } },
      },
    },
  }),

  oneSession: route(AREAS.auth, {
    path: "/api/auth/sessions/{id}",
    bucket: "session",
    tag: "auth",
    methods: {
      DELETE: {
        id: "auth.endSession",
        summary: "End one of the caller's sessions",
        parameters: [pathId("id", "The session's id.")],
        answers: { 200: { description: "The id", data: z.object({ id }), cookie: true } },
        refuses: [404],
      },
    },
  }),

  confirm: route(AREAS.auth, {
    path: "/api/auth/confirm",
    tag: "auth",
    methods: {
      POST: {
        id: "auth.confirm",
        summary: "Confirm the session with a mailed code",
        description: "The code is one that was mailed to the session's own user. A wrong one is 401; the session goes on.",
        body: PAIR,
        answers: { 200: { description: "The session", data: z.object({ user: sessionUser, expiresAt: time, confirmedUntil: time }) } },
      },
    },
  }),

  changeEmail: route(AREAS.auth, {
    path: "/api/auth/email",
    tag: "auth",
    methods: {
      POST: {
        id: "auth.changeEmail",
        summary: "Ask for a code at a new address of one's own",
        description: `${RECENT} The answer is the same where the address is taken.`,
        confirmed: true,
        body: { shape: codeRequest, example: { email: "someone.new@example.com" } },
        answers: { 200: REQUESTED },
      },
    },
  }),

  confirmEmail: route(AREAS.auth, {
    path: "/api/auth/email/confirm",
    tag: "auth",
    methods: {
      POST: {
        id: "auth.confirmEmail",
        summary: "Take the new address with the code",
        description: `${RECENT} Ends the user's other sessions, and tells the old address.`,
        confirmed: true,
        body: PAIR,
        answers: { 200: { description: "The user with the new address", data: withUser } },
      },
    },
  }),
};
