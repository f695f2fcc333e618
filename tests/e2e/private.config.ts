/** A site that is visible only after signing in. */
export default {
  entities: [{ name: "note", fields: [{ name: "text", type: "text" }] }],
  roles: [{ name: "admin", isAdmin: true }],
};
