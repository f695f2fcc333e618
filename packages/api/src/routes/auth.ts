/** Signing in and out, the session, and changes of the caller's email address. */
import { z } from "zod";
import { AREAS } from "../areas.ts";
import { pathId, query } from "../parameters.ts";
import { route } from "../route.ts";
import { caller, codePair, codeRequest, codeRequested, session, sessionUser } from "../shapes/sign-in.ts";
import { id, time } from "../shapes/registry.ts";

const RECENT = "Needs a sign-in or a confirmation within the last 15 minutes; otherwise the answer is 403 `CONFIRMATION_REQUIRED`.";
const PAIR = { shape: codePair, example: { authRequestId: "01890a5d-ac96-774b-bcce-b302099a8057", code: "123456" } };
const REQUESTED = { description: "The request for a code", data: codeRequested };
const withUser = z.object({ user: sessionUser });

export const authRoutes = {
  requestCode: route(AREAS.auth, {
    path: "/api/auth/request",
    auth: "anyone",
    tag: "auth",
    methods: {
      POST: {
        id: "auth.request",
        summary: "Request a code by mail",
        description: "The answer is the same for all addresses, with or without a user.",
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
        summary: "Sign in with the code",
        body: PAIR,
        answers: { 200: { description: "The signed-in user", data: withUser, cookie: true } },
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
    methods: { GET: { id: "auth.me", summary: "The current caller", answers: { 200: { description: "The caller", data: caller } } } },
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
        summary: "Confirm the session with a code",
        description: "The code must be one that was sent to the session's user. A wrong code is 401; the session stays valid.",
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
        summary: "Request a code at your new address",
        description: `${RECENT} The answer is the same if another user has the address.`,
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
        summary: "Change to the new address with the code",
        description: `${RECENT} Ends the user's other sessions, and sends a notice to the old address.`,
        confirmed: true,
        body: PAIR,
        answers: { 200: { description: "The user with the new address", data: withUser } },
      },
    },
  }),
};
