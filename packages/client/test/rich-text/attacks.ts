/** Documents, HTML and Markdown that try to run a script or to load something. */
import type { RichDocument } from "@colophon/model";
import { fromHtml, fromMarkdown } from "../../src/rich-text/index.ts";

const URLS = [
  "javascript:attack()",
  "JaVaScRiPt:attack()",
  " javascript:attack()",
  "java\tscript:attack()",
  "java\nscript:attack()",
  "\u0001javascript:attack()",
  "javascript&colon;attack()",
  "&#106;avascript:attack()",
  "vbscript:attack()",
  "data:text/html,<script>attack()</script>",
  "data:image/svg+xml,<svg onload=attack()>",
  "blob:https://a.example/x",
  "file:///etc/passwd",
  'https://a.example/"onmouseover="attack()',
  "https://a.example/' onmouseover='attack()",
  "https:\\\\evil.example",
];
const TEXTS = [
  "<script>attack()</script>",
  "</p><script>attack()</script>",
  "<img src=x onerror=attack()>",
  '"><img src=x onerror=attack()>',
  "'><svg/onload=attack()>",
  "<iframe srcdoc='<script>parent.attack()</script>'>",
  "</code></pre><script>attack()</script>",
  "</figcaption></figure><script>attack()</script>",
  "<!--<img src='--><img src=x onerror=attack()>'>",
  "<math><mtext></style><img src=x onerror=attack()>",
  "<noscript><p title='</noscript><img src=x onerror=attack()>'>",
  "<template><script>attack()</script></template>",
  "<style>@import 'https://evil.example/x.css'</style>",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  "<base href=https://evil.example/>",
  "<meta http-equiv=refresh content='0;url=javascript:attack()'>",
  "<form action=javascript:attack()><button autofocus onfocus=attack()>",
  "<a href=javascript:attack()>x</a>",
  "<video src=x onerror=attack() autoplay>",
  "<object data=javascript:attack()>",
  "{{constructor.constructor('attack()')()}}",
  "\u2028attack()",
];
const MARKDOWN = [
  ...URLS.flatMap((url) => [`[x](<${url}>)`, `![x](<${url}>)`, `<${url}>`, `[x]: <${url}>\n\n[x] ![x]`]),
  ...TEXTS.flatMap((text) => [text, `# ${text}`, `| ${text.replaceAll("|", "")} |\n|---|`, `\`\`\`${text.replaceAll("`", "")}\nx\n\`\`\``]),
];
const HTML = [
  ...TEXTS,
  ...URLS.flatMap((url) => [
    `<a href="${url}">x</a>`,
    `<figure data-type=image data-id="${url}"><img src="${url}"></figure>`,
    `<div data-type=embed><a href="${url}">x</a></div>`,
  ]),
];

/** Documents that no API has checked, with the text or URL in every place. */
function documentsWith(attack: string): readonly RichDocument[] {
  const text = { type: "text", text: attack };
  const url = attack.startsWith("https:") ? null : attack; // a picture from another site is no attack
  const asset = { id: attack, url, filename: attack, alt: attack };
  return [
    [{ _type: "paragraph", content: [text] }],
    [{ _type: "paragraph", content: [{ ...text, marks: [{ type: "link", attrs: { href: attack } }, { type: attack }] }] }],
    [{ _type: "paragraph", content: [{ ...text, marks: [{ type: "link", attrs: { entity: attack, id: attack } }] }] }],
    [{ _type: "heading", attrs: { level: attack }, content: [text] }],
    [
      {
        _type: "orderedList",
        attrs: { start: attack },
        content: [{ type: "listItem", content: [{ type: "paragraph", content: [text] }] }],
      },
    ],
    [{ _type: "codeBlock", attrs: { language: attack }, content: [text] }],
    [{ _type: "image", attrs: { image: attack, alt: attack, caption: attack, align: attack } }],
    [
      { _type: "image", attrs: { image: asset, alt: attack } },
      { _type: "video", attrs: { video: asset, caption: attack } },
    ],
    [
      { _type: "file", attrs: { file: asset, title: attack } },
      { _type: "file", attrs: { file: asset } },
    ],
    [{ _type: "embed", attrs: { url: attack, provider: attack } }],
    [{ _type: "record", attrs: { entity: attack, id: attack } }],
    [
      {
        _type: "table",
        content: [
          { type: "tableRow", content: [{ type: "tableCell", attrs: { colspan: attack, align: attack }, content: [{ type: attack }] }] },
        ],
      },
    ],
    [{ _type: attack, attrs: { [attack]: attack }, content: [{ type: "paragraph", content: [text] }] }],
    [{ _type: "__proto__", attrs: { text: attack } }, { _type: "constructor" }],
  ];
}

/** More than 300 documents. */
export const ATTACKS: readonly RichDocument[] = [
  ...[...URLS, ...TEXTS].flatMap(documentsWith),
  ...MARKDOWN.map((text) => fromMarkdown(text)),
  ...HTML.map((text) => fromHtml(text)),
];
