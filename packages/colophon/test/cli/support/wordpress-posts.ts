/** An export as WordPress writes it: posts of the block editor and of the classic editor, pages, attachments, a pattern and comments. */

interface Post {
  readonly title: string;
  readonly content: string;
  readonly type?: string;
  readonly status?: string;
  readonly meta?: Readonly<Record<string, string>>;
  /** More elements. */
  readonly more?: string;
}

const UPLOADS = "https://old.example/wp-content/uploads/2026/11";
const cdata = (text: string): string => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;

const BLOCKS: readonly Post[] = [
  {
    title: "Frames",
    content: `<!-- wp:html -->\n<iframe width="560" height="315" src="//player.example/v/1" allowfullscreen></iframe>\n<!-- /wp:html -->`,
  },
  {
    title: "Gallery of blocks",
    content: `<!-- wp:gallery {"linkTo":"none"} -->
<figure class="wp-block-gallery has-nested-images columns-default is-cropped"><!-- wp:image {"id":901,"sizeSlug":"medium"} -->
<figure class="wp-block-image size-medium"><img src="${UPLOADS}/coast-300x200.png" alt="Coast" class="wp-image-901"/></figure>
<!-- /wp:image -->

<!-- wp:image {"id":902,"sizeSlug":"large"} -->
<figure class="wp-block-image size-large"><img src="${UPLOADS}/harbour-1024x683.png" alt="" class="wp-image-902"/><figcaption class="wp-element-caption">The harbour</figcaption></figure>
<!-- /wp:image --></figure>
<!-- /wp:gallery -->`,
  },
  {
    title: "Old gallery of blocks",
    content: `<!-- wp:gallery {"ids":[901,902]} -->
<figure class="wp-block-gallery"><ul class="blocks-gallery-grid"><li class="blocks-gallery-item"><figure><img src="${UPLOADS}/coast.png" alt="" data-id="901"/></figure></li><li class="blocks-gallery-item"><figure><img src="${UPLOADS}/harbour.png" alt=""/></figure></li></ul></figure>
<!-- /wp:gallery -->`,
  },
  {
    title: "Recordings",
    content: `<!-- wp:audio {"id":903} -->
<figure class="wp-block-audio"><audio controls src="${UPLOADS}/talk.mp3"></audio><figcaption class="wp-element-caption">The talk</figcaption></figure>
<!-- /wp:audio -->

<!-- wp:video -->
<figure class="wp-block-video"><video controls src="${UPLOADS}/walk.mp4"></video></figure>
<!-- /wp:video -->`,
  },
  {
    title: "Footnotes",
    content: `<!-- wp:paragraph -->\n<p>Deep<sup data-fn="f1" class="fn"><a href="#f1" id="f1-link">1</a></sup></p>\n<!-- /wp:paragraph -->\n\n<!-- wp:footnotes /-->`,
    meta: { footnotes: JSON.stringify([{ content: "At <em>low</em> tide.", id: "f1" }]) },
  },
  { title: "A pattern", content: `<!-- wp:block {"ref":904} /-->\n\n<!-- wp:latest-posts /-->` },
  {
    title: "Nothing between",
    content: `<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>&nbsp;</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:spacer {"height":"20px"} -->\n<div style="height:20px" aria-hidden="true" class="wp-block-spacer"></div>\n<!-- /wp:spacer -->\n\n<!-- wp:paragraph -->\n<p></p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>Two</p>\n<!-- /wp:paragraph -->`,
  },
  {
    title: "A table",
    content: `<!-- wp:table -->
<figure class="wp-block-table"><table><thead><tr><th colspan="2">Tides</th></tr></thead><tbody><tr><td>High</td><td class="has-text-align-right" data-align="right">4 m</td></tr></tbody></table><figcaption class="wp-element-caption">In November</figcaption></figure>
<!-- /wp:table -->`,
  },
  {
    title: "Lists in lists",
    content: `<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>one<!-- wp:list {"ordered":true} -->
<ol class="wp-block-list"><!-- wp:list-item -->
<li>below</li>
<!-- /wp:list-item --></ol>
<!-- /wp:list --></li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->`,
  },
  {
    title: "Columns",
    content: `<!-- wp:columns -->
<div class="wp-block-columns"><!-- wp:column -->
<div class="wp-block-column"><!-- wp:paragraph -->\n<p>left</p>\n<!-- /wp:paragraph --></div>
<!-- /wp:column -->

<!-- wp:column -->
<div class="wp-block-column"><!-- wp:buttons -->
<div class="wp-block-buttons"><!-- wp:button -->
<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="https://shop.example/">Buy</a></div>
<!-- /wp:button --></div>
<!-- /wp:buttons --></div>
<!-- /wp:column --></div>
<!-- /wp:columns -->`,
  },
  {
    title: "Verse and code",
    content: `<!-- wp:verse -->\n<pre class="wp-block-verse">first\nsecond</pre>\n<!-- /wp:verse -->\n\n<!-- wp:code -->\n<pre class="wp-block-code"><code>let a;\nlet b;</code></pre>\n<!-- /wp:code -->\n\n<!-- wp:pullquote -->\n<figure class="wp-block-pullquote"><blockquote><p>Loud</p><cite>Ines</cite></blockquote></figure>\n<!-- /wp:pullquote -->`,
  },
  {
    title: "A form",
    content: `<!-- wp:html -->\n<form action="/send"><p>Your name <select name="n"><option>a</option></select></p></form>\n<!-- /wp:html -->`,
  },
];

const CLASSIC: readonly Post[] = [
  { title: "Addresses alone", content: `Look:\r\nhttps://www.youtube.com/watch?v=abc\r\n\r\nhttps://blog.example/post\r\n\r\nEnd` },
  {
    title: "Captions",
    content: `[caption id="attachment_901" align="alignleft" width="300"]<a href="${UPLOADS}/coast.png"><img class="size-medium wp-image-901" src="${UPLOADS}/coast-300x200.png" alt="Coast" width="300" height="200" /></a> At dawn[/caption]\r\n\r\n[caption id="b" caption="Old way"]<img src="${UPLOADS}/harbour.png" alt="" />[/caption]`,
  },
  { title: "Gallery of ids", content: `Before\r\n\r\n[gallery ids="901,902" columns="2"]\r\n\r\nBehind` },
  { title: "Gallery of the post", content: `[gallery]` },
  { title: "Shortcodes", content: `[audio mp3="${UPLOADS}/talk.mp3"][/audio]\r\n\r\n[contact-form-7 id="5" title="Contact"]` },
  {
    title: "Invalid lists",
    content: `<ul>\r\n<li>one</li>\r\n<ul>\r\n<li>below</li>\r\n</ul>\r\n</ul>`,
  },
  {
    title: "Old table",
    content: `<table border="1"><caption>Tides</caption><tbody><tr><td rowspan="2">a</td><td>b</td></tr><tr><td>c</td></tr></tbody></table>`,
  },
  { title: "Spaces", content: `One&nbsp;line.\r\n\r\n&nbsp;\r\n\r\nAnother<!--more-->\r\n\r\n<!--nextpage-->\r\n\r\nEnd` },
];

const ORDINARY: readonly Post[] = Array.from({ length: 12 }, (_, at) => ({
  title: `Ordinary ${String(at).padStart(2, "0")}`,
  content: `<!-- wp:paragraph -->\n<p>Text <strong>${at}</strong></p>\n<!-- /wp:paragraph -->`,
  ...(at === 11 && { status: "draft" }),
  more: at === 0 ? comment(1) + comment(2) : "",
}));

function comment(id: number): string {
  return `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>${cdata("Omar")}</wp:comment_author><wp:comment_content>${cdata("Yes!")}</wp:comment_content></wp:comment>`;
}

const attachment = (name: string, caption: string, parent: string): Post => ({
  title: name,
  type: "attachment",
  status: "inherit",
  content: "",
  meta: { _wp_attachment_image_alt: `Alternative of ${name}` },
  more: `<wp:attachment_url>${cdata(`${UPLOADS}/${name}`)}</wp:attachment_url><excerpt:encoded>${cdata(caption)}</excerpt:encoded><wp:post_parent>${parent}</wp:post_parent>`,
});

const FIRST_POST = 10;
export const WORDPRESS_POSTS: readonly Post[] = [...BLOCKS, ...CLASSIC, ...ORDINARY];
const galleryPost = String(FIRST_POST + WORDPRESS_POSTS.findIndex(({ title }) => title === "Gallery of the post"));

const OTHERS: readonly (readonly [number, Post])[] = [
  [901, attachment("coast.png", "The coast", galleryPost)],
  [902, attachment("harbour.png", "", galleryPost)],
  [903, attachment("talk.mp3", "", galleryPost)],
  [904, { title: "Note", type: "wp_block", content: "<!-- wp:paragraph -->\n<p>In all posts</p>\n<!-- /wp:paragraph -->" }],
  [905, { title: "About", type: "page", content: "<!-- wp:paragraph -->\n<p>We are.</p>\n<!-- /wp:paragraph -->" }],
];

function item(id: number, { title, content, type = "post", status = "publish", meta = {}, more = "" }: Post): string {
  const metas = Object.entries({ _edit_last: "1", ...meta }).map(
    ([key, value]) => `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`,
  );
  return `<item>
    <title>${cdata(title)}</title>
    <link>https://old.example/?p=${id}</link>
    <dc:creator>${cdata("ines")}</dc:creator>
    <content:encoded>${cdata(content)}</content:encoded>
    <wp:post_id>${id}</wp:post_id>
    <wp:post_date_gmt>${cdata("2026-11-27 09:00:00")}</wp:post_date_gmt>
    <wp:post_name>${cdata(title.toLowerCase().replaceAll(" ", "-"))}</wp:post_name>
    <wp:status>${cdata(status)}</wp:status>
    <wp:post_type>${cdata(type)}</wp:post_type>
    <wp:post_password></wp:post_password>
    <category domain="category" nicename="sea">${cdata("Sea")}</category>
    ${metas.join("")}${more}
  </item>`;
}

export function wordPressExport(): string {
  const posts = WORDPRESS_POSTS.map((post, at) => item(FIRST_POST + at, post));
  const others = OTHERS.map(([id, post]) => item(id, post));
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Old site</title>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:author><wp:author_login>${cdata("ines")}</wp:author_login><wp:author_email>${cdata("ines@example.com")}</wp:author_email></wp:author>
${[...others, ...posts].join("\n")}
</channel>
</rss>`;
}
