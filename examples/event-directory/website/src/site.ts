/** Made by `colophon types`: createClient<Site>({ url }). */
export type Site = {
  "entities": [
    {
      "name": "event",
      "title": "Events",
      "translatable": true,
      "versions": true,
      "trash": true,
      "indexes": [
        [
          "category",
          "starts"
        ]
      ],
      "fields": [
        {
          "name": "title",
          "type": "text",
          "required": true,
          "maxLength": 120,
          "searchable": true
        },
        {
          "name": "slug",
          "type": "slug",
          "from": [
            "title",
            "venue.name"
          ]
        },
        {
          "name": "summary",
          "type": "text",
          "multiline": true,
          "maxLength": 400,
          "searchable": true
        },
        {
          "name": "body",
          "type": "richtext",
          "format": "document",
          "nodes": [
            "heading",
            "bulletList",
            "orderedList",
            "blockquote",
            "image",
            "record"
          ],
          "marks": [
            "bold",
            "italic",
            "link"
          ],
          "embeds": [
            "event",
            "person",
            "venue"
          ],
          "blocks": [
            {
              "name": "notice",
              "fields": [
                {
                  "name": "text",
                  "type": "text",
                  "required": true
                }
              ]
            }
          ]
        },
        {
          "name": "starts",
          "type": "datetime",
          "required": true,
          "shared": true,
          "index": true
        },
        {
          "name": "ends",
          "type": "datetime",
          "required": true,
          "shared": true,
          "index": true
        },
        {
          "name": "state",
          "type": "select",
          "options": [
            "announced",
            "confirmed",
            "cancelled",
            "over"
          ],
          "default": "announced",
          "shared": true
        },
        {
          "name": "cancelledAt",
          "type": "datetime",
          "shared": true,
          "description": "Set by a hook.",
          "admin": {
            "readOnly": true
          }
        },
        {
          "name": "category",
          "type": "relation",
          "to": "category",
          "required": true,
          "shared": true
        },
        {
          "name": "venue",
          "type": "relation",
          "to": "venue",
          "required": true,
          "shared": true
        },
        {
          "name": "organiser",
          "type": "relation",
          "to": "organiser",
          "required": true,
          "shared": true
        },
        {
          "name": "series",
          "type": "relation",
          "to": "series",
          "shared": true
        },
        {
          "name": "cover",
          "type": "image",
          "shared": true
        },
        {
          "name": "lineUp",
          "type": "array",
          "title": "Line-up",
          "shared": true,
          "of": {
            "type": "object",
            "fields": [
              {
                "name": "person",
                "type": "relation",
                "to": "person",
                "required": true,
                "onDelete": "restrict"
              },
              {
                "name": "role",
                "type": "select",
                "options": [
                  "headliner",
                  "support",
                  "speaker",
                  "host"
                ],
                "default": "headliner"
              }
            ]
          }
        },
        {
          "name": "tickets",
          "type": "array",
          "shared": true,
          "max": 20,
          "of": {
            "type": "object",
            "fields": [
              {
                "name": "label",
                "type": "text",
                "required": true
              },
              {
                "name": "price",
                "type": "number",
                "required": true,
                "min": 0
              }
            ]
          }
        },
        {
          "name": "priceFrom",
          "type": "number",
          "shared": true,
          "index": true,
          "description": "Set by a hook.",
          "admin": {
            "readOnly": true
          }
        },
        {
          "name": "extras",
          "type": "blocks",
          "blocks": [
            {
              "name": "quote",
              "fields": [
                {
                  "name": "text",
                  "type": "text",
                  "required": true,
                  "multiline": true
                },
                {
                  "name": "by",
                  "type": "relation",
                  "to": "person"
                }
              ]
            },
            {
              "name": "gallery",
              "fields": [
                {
                  "name": "images",
                  "type": "image",
                  "many": true,
                  "max": 12
                }
              ]
            }
          ]
        },
        {
          "name": "seo",
          "type": "object",
          "title": "Search engines",
          "fields": [
            {
              "name": "title",
              "type": "text",
              "maxLength": 70
            },
            {
              "name": "description",
              "type": "text",
              "multiline": true,
              "maxLength": 160
            },
            {
              "name": "image",
              "type": "image"
            },
            {
              "name": "noIndex",
              "type": "boolean",
              "default": false,
              "description": "Left out of the sitemap."
            }
          ]
        },
        {
          "name": "notes",
          "type": "text",
          "multiline": true
        }
      ]
    },
    {
      "name": "venue",
      "title": "Venues",
      "translatable": true,
      "fields": [
        {
          "name": "name",
          "type": "text",
          "required": true,
          "maxLength": 80,
          "searchable": true
        },
        {
          "name": "slug",
          "type": "slug",
          "from": [
            "name",
            "address.city"
          ]
        },
        {
          "name": "description",
          "type": "text",
          "multiline": true,
          "searchable": true
        },
        {
          "name": "picture",
          "type": "image",
          "shared": true
        },
        {
          "name": "capacity",
          "type": "number",
          "integer": true,
          "min": 1,
          "shared": true
        },
        {
          "name": "access",
          "type": "select",
          "options": [
            "stepFree",
            "lift",
            "hearingLoop"
          ],
          "multiple": true,
          "shared": true
        },
        {
          "name": "address",
          "type": "object",
          "shared": true,
          "fields": [
            {
              "name": "street",
              "type": "text"
            },
            {
              "name": "city",
              "type": "text",
              "required": true
            },
            {
              "name": "country",
              "type": "text"
            }
          ]
        },
        {
          "name": "events",
          "type": "reverse",
          "from": "event",
          "field": "venue"
        },
        {
          "name": "seo",
          "type": "object",
          "title": "Search engines",
          "fields": [
            {
              "name": "title",
              "type": "text",
              "maxLength": 70
            },
            {
              "name": "description",
              "type": "text",
              "multiline": true,
              "maxLength": 160
            },
            {
              "name": "image",
              "type": "image"
            },
            {
              "name": "noIndex",
              "type": "boolean",
              "default": false,
              "description": "Left out of the sitemap."
            }
          ]
        },
        {
          "name": "notes",
          "type": "text",
          "multiline": true
        }
      ]
    },
    {
      "name": "person",
      "title": "People",
      "fields": [
        {
          "name": "name",
          "type": "text",
          "required": true,
          "searchable": true
        },
        {
          "name": "slug",
          "type": "slug",
          "from": "name"
        },
        {
          "name": "portrait",
          "type": "image"
        },
        {
          "name": "links",
          "type": "array",
          "of": {
            "type": "url"
          },
          "max": 5
        },
        {
          "name": "appearances",
          "type": "reverse",
          "from": "event",
          "field": "lineUp.person"
        },
        {
          "name": "quotes",
          "type": "reverse",
          "from": "event",
          "field": "extras.quote.by"
        }
      ]
    },
    {
      "name": "organiser",
      "title": "Organisers",
      "fields": [
        {
          "name": "name",
          "type": "text",
          "required": true,
          "unique": true,
          "searchable": true
        },
        {
          "name": "website",
          "type": "url"
        },
        {
          "name": "email",
          "type": "email"
        },
        {
          "name": "members",
          "type": "relation",
          "to": "_user",
          "many": true,
          "description": "Users with the role organiser, who may change its events."
        },
        {
          "name": "events",
          "type": "reverse",
          "from": "event",
          "field": "organiser"
        }
      ]
    },
    {
      "name": "series",
      "title": "Series",
      "translatable": true,
      "fields": [
        {
          "name": "name",
          "type": "text",
          "required": true,
          "searchable": true
        },
        {
          "name": "slug",
          "type": "slug",
          "from": "name"
        },
        {
          "name": "description",
          "type": "text",
          "multiline": true
        },
        {
          "name": "events",
          "type": "reverse",
          "from": "event",
          "field": "series"
        }
      ]
    },
    {
      "name": "category",
      "title": "Categories",
      "translatable": true,
      "fields": [
        {
          "name": "name",
          "type": "text",
          "required": true,
          "unique": true
        },
        {
          "name": "slug",
          "type": "slug",
          "from": "name"
        },
        {
          "name": "color",
          "type": "color",
          "default": "#336699",
          "shared": true
        },
        {
          "name": "events",
          "type": "reverse",
          "from": "event",
          "field": "category"
        }
      ]
    },
    {
      "name": "page",
      "title": "Pages",
      "translatable": true,
      "versions": true,
      "fields": [
        {
          "name": "title",
          "type": "text",
          "required": true,
          "searchable": true
        },
        {
          "name": "slug",
          "type": "slug",
          "from": "title"
        },
        {
          "name": "body",
          "type": "richtext",
          "format": "document",
          "embeds": [
            "event",
            "person",
            "venue",
            "page"
          ]
        },
        {
          "name": "parent",
          "type": "relation",
          "to": "page",
          "onDelete": "restrict"
        }
      ]
    },
    {
      "name": "home",
      "title": "Front page",
      "global": true,
      "translatable": true,
      "fields": [
        {
          "name": "title",
          "type": "text",
          "required": true,
          "default": "What's on"
        },
        {
          "name": "tagline",
          "type": "text"
        },
        {
          "name": "featured",
          "type": "relation",
          "to": "event",
          "many": true,
          "max": 3,
          "shared": true
        }
      ]
    },
    {
      "name": "redirect",
      "title": "Redirects",
      "fields": [
        {
          "name": "from",
          "type": "text",
          "required": true,
          "unique": true,
          "maxLength": 500,
          "pattern": "^/",
          "description": "A path: /old"
        },
        {
          "name": "to",
          "type": "text",
          "required": true,
          "maxLength": 2000,
          "description": "A path or an address."
        },
        {
          "name": "permanent",
          "type": "boolean",
          "default": true
        }
      ]
    }
  ],
  "customRoutes": [
    {
      "name": "calendar",
      "roles": [
        "editor",
        "translator",
        "organiser",
        "visitor"
      ],
      "method": "GET"
    },
    {
      "name": "sitemap",
      "roles": [
        "editor",
        "translator",
        "organiser",
        "visitor"
      ],
      "method": "GET"
    }
  ]
};
