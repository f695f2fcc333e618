/** Every page of the site, in the order of reading. */
export const SIDEBAR = [
  {
    text: "Start",
    items: [
      { text: "Overview", link: "/" },
      { text: "Tutorial: a site with Astro", link: "/tutorial" },
      { text: "Comparison", link: "/comparison" },
    ],
  },
  {
    text: "Guides",
    items: [
      { text: "Modelling", link: "/guide/modelling" },
      { text: "Permissions", link: "/guide/permissions" },
      { text: "Reading and writing", link: "/guide/requests" },
      { text: "Drafts and preview", link: "/guide/drafts" },
      { text: "Trash", link: "/guide/trash" },
      { text: "Translations", link: "/guide/translations" },
      { text: "Media", link: "/guide/media" },
      { text: "Hooks and custom routes", link: "/guide/hooks" },
      { text: "Webhooks", link: "/guide/webhooks" },
      { text: "Event stream", link: "/guide/events" },
      { text: "Audit log", link: "/guide/audit-log" },
      { text: "Caching", link: "/guide/caching" },
      { text: "Plugins", link: "/guide/plugins" },
      { text: "Sign-in and API keys", link: "/guide/sign-in" },
      { text: "The admin page", link: "/guide/admin-page" },
      { text: "React-admin", link: "/guide/react-admin" },
      { text: "The typed client", link: "/guide/client" },
    ],
  },
  {
    text: "Operation",
    items: [
      { text: "Docker Compose", link: "/operate/compose" },
      { text: "One small server", link: "/operate/small-server" },
      { text: "Kubernetes", link: "/operate/kubernetes" },
      { text: "Backup and restore", link: "/operate/backup" },
      { text: "Upgrading", link: "/operate/upgrading" },
      { text: "Changing the configuration", link: "/changing-the-configuration" },
      { text: "Security", link: "/operate/security" },
      { text: "Monitoring", link: "/operate/monitoring" },
      { text: "Performance", link: "/operate/performance" },
    ],
  },
  {
    text: "Reference",
    items: [
      { text: "Configuration", link: "/reference/configuration" },
      { text: "Environment variables", link: "/reference/environment" },
      { text: "Command line", link: "/reference/cli" },
      { text: "HTTP API", link: "/reference/api" },
      { text: "Error codes", link: "/reference/errors" },
      { text: "Limits", link: "/reference/limits" },
      { text: "Architecture", link: "/architecture" },
    ],
  },
];
