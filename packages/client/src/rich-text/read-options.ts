export interface ReadOptions {
  /** The id of the asset that shows the image of a URL; null for none. Other images become links with their alternative text. */
  readonly assetOf?: (url: string) => string | null;
}
