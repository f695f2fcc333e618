/** For the kit's inputs: the text in them says its direction, from left to right or from right to left. */
export const AUTO_DIRECTION = { attributes: { input: { dir: "auto" } } };
