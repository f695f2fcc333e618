/** How large values and requests can be: for the service, the configuration, the API description and the admin page. */

/** Items of an array or of blocks; a field's own `max` can only lower it. */
export const MAX_ITEMS = 500;
/** Records in a list of relations, unless the field has a `max`. */
export const MAX_REFERENCES = 1000;
/** Characters of a slug. */
export const MAX_SLUG_LENGTH = 255;
/** Characters of a URL. */
export const MAX_URL_LENGTH = 2048;
/** Characters of an email address. */
export const MAX_EMAIL_LENGTH = 254;
/** Characters of a block's `_key`. */
export const MAX_KEY_LENGTH = 64;
/** UTF-8 bytes of an indexed text: a B-tree entry has at most 2,704 bytes. */
export const MAX_INDEXED_BYTES = 2000;
/** UTF-8 bytes of the JSON of one field. */
export const MAX_JSON_FIELD_BYTES = 256 * 1024;
/** Levels of arrays and objects in the JSON of one field. */
export const MAX_JSON_DEPTH = 32;

/** The number of items that the field's own `max` and the product's limit allow. */
export function maxItemsOf({ max }: { readonly max?: number | undefined }): number {
  return Math.min(max ?? MAX_ITEMS, MAX_ITEMS);
}

/** Nodes of a document of rich text, texts included. */
export const MAX_DOCUMENT_NODES = 5_000;
/** Levels of nodes in a document. */
export const MAX_DOCUMENT_DEPTH = 16;
/** References of a document or a Markdown text. */
export const MAX_DOCUMENT_REFERENCES = 500;
/** UTF-8 bytes of a document's JSON. */
export const MAX_DOCUMENT_BYTES = 1024 * 1024;

/** Records in one answer to a list without `limit`. */
export const DEFAULT_PAGE_SIZE = 25;
/** Records in one answer to a list. */
export const MAX_PAGE_SIZE = 100;
/** Records that `offset` skips. */
export const MAX_OFFSET = 100_000;
/** Characters of a cursor. */
export const MAX_CURSOR_LENGTH = 4096;
/** Fields in one `sort`. */
export const MAX_SORTED_FIELDS = 5;
/** Fields in one `fields` or `resolve`. */
export const MAX_NAMED_FIELDS = 50;
/** Characters of a text that is searched for. */
export const MAX_SOUGHT_LENGTH = 200;
/** Results of each entity in a search without `limit`. */
export const DEFAULT_SEARCH_RESULTS = 5;
/** Results of each entity in a search. */
export const MAX_SEARCH_RESULTS = 20;
/** Records of one bulk action. */
export const MAX_BULK_RECORDS = 200;
