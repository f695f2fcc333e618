/** How nodes without Markdown of their own are written: as links with these titles, own blocks as code in this language. */
export const CARD_TITLE = "card";
export const EMBED_TITLE = "embed";
export const BLOCK_LANGUAGE = "block";
