/** For Mantine's inputs: the direction follows the text, left to right or right to left. */
export const AUTO_DIRECTION = { attributes: { input: { dir: "auto" } } };
