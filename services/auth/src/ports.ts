/** The dependencies of this service's routes. */
import type { ApiKeys } from "@colophon/database";
import type { Addresses } from "./address/address.service.ts";
import type { Credentials } from "./identify/credentials.service.ts";
import type { Login } from "./login/login.service.ts";
import type { Sessions } from "./sessions/sessions.service.ts";

export interface AuthPorts {
  readonly login: Login;
  readonly addresses: Addresses;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  readonly credentials: Credentials;
  /** The names of the configured roles, and of the admin roles. */
  readonly roles: ReadonlySet<string>;
  readonly adminRoles: ReadonlySet<string>;
  /** Clears the identity cache of every gateway. Called after any change that ends a credential. */
  readonly revoke: () => Promise<void>;
  /** Marks cookies `Secure` even if the request came over http. */
  readonly cookieSecure: boolean;
}
