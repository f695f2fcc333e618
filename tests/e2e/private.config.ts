/** A site that nobody sees without signing in. */
export default {
  entities: [{ name: "note", fields: [{ name: "text", type: "text" }] }],
  roles: [{ name: "admin", isAdmin: true }],
};
