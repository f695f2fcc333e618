interface Named {
  readonly title?: string | undefined;
  readonly name: string;
}

/** A field's title for people. Without a configured one it is made of the name: `readingMinutes` → `Reading minutes`. */
export function labelOfField({ title, name }: Named): string {
  if (title !== undefined) return title;
  const words = name
    .replaceAll("_", " ")
    .trim()
    .replaceAll(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
