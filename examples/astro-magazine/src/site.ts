/** Made by `colophon types`: createClient<Site>({ url }). */
export type Site = {
  "entities": [
    {
      "name": "article",
      "title": "Articles",
      "translatable": true,
      "versions": true,
      "trash": true,
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
          "from": "title"
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
          "embeds": [
            "article"
          ],
          "blocks": [
            {
              "name": "quote",
              "title": "Quotation",
              "fields": [
                {
                  "name": "text",
                  "type": "text",
                  "multiline": true,
                  "required": true
                },
                {
                  "name": "by",
                  "type": "text"
                }
              ]
            }
          ]
        },
        {
          "name": "date",
          "type": "date",
          "index": true
        },
        {
          "name": "cover",
          "type": "image"
        },
        {
          "name": "author",
          "type": "relation",
          "to": "author"
        },
        {
          "name": "tags",
          "type": "relation",
          "to": "tag",
          "many": true
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
        }
      ]
    },
    {
      "name": "author",
      "title": "Authors",
      "fields": [
        {
          "name": "name",
          "type": "text",
          "required": true,
          "searchable": true
        },
        {
          "name": "biography",
          "type": "text",
          "multiline": true
        },
        {
          "name": "portrait",
          "type": "image"
        }
      ]
    },
    {
      "name": "tag",
      "title": "Tags",
      "fields": [
        {
          "name": "name",
          "type": "text",
          "required": true,
          "unique": true
        }
      ]
    },
    {
      "name": "settings",
      "title": "Settings",
      "global": true,
      "fields": [
        {
          "name": "title",
          "type": "text",
          "required": true,
          "default": "My magazine"
        },
        {
          "name": "tagline",
          "type": "text"
        }
      ]
    }
  ],
  "customRoutes": [
    {
      "name": "sitemap",
      "roles": [
        "editor",
        "visitor"
      ],
      "method": "GET"
    }
  ]
};
