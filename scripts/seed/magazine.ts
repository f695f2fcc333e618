/** The texts of a small magazine; author and tags of an article follow from its position in the list. */

export const AUTHORS = [
  { name: "Ines Okafor", email: "ines@margin.example", links: ["https://ines.example"] },
  { name: "Tomás Lindqvist", email: "tomas@margin.example", links: [] },
  { name: "Mei-Ling Abbott", email: "mei-ling@margin.example", links: ["https://abbott.example", "https://notes.example/mei"] },
  { name: "Jürgen Strauß", email: "juergen@margin.example", links: [] },
  { name: "Priya Raman", email: "priya@margin.example", links: [] },
] as const;

export const TAGS = [
  { label: "Cities", color: "#c0392b" },
  { label: "Books", color: "#8e44ad" },
  { label: "Work", color: "#2980b9" },
  { label: "Food", color: "#27ae60" },
  { label: "Music", color: "#f39c12" },
  { label: "Maps", color: "#7f8c8d" },
] as const;

interface Story {
  readonly title: string;
  readonly section: "news" | "culture" | "opinion";
  readonly summary: string;
}

export const STORIES: readonly Story[] = [
  {
    title: "The night bus that became a library",
    section: "news",
    summary: "A driver in Malmö lends novels between stops, and ridership is up by a third.",
  },
  { title: "What a map leaves out", section: "culture", summary: "Cartographers talk about the blank spots that they choose." },
  { title: "Against the open-plan kitchen", section: "opinion", summary: "A wall, it turns out, is a kindness to everyone." },
  { title: "Bakers go back to slow flour", section: "news", summary: "Four mills that had closed are grinding again." },
  { title: "The last letterpress on Harbour Street", section: "culture", summary: "Two sisters, nine tonnes of type and a waiting list." },
  { title: "Meetings are a weather system", section: "opinion", summary: "You cannot abolish them, but you can forecast them." },
  { title: "City counts its benches", section: "news", summary: "There are 4,112, and most of them face the wrong way." },
  { title: "A choir for people who cannot sing", section: "culture", summary: "The only rule is to come back next Tuesday." },
  { title: "In praise of the second draft", section: "opinion", summary: "The first one is where you find out what you think." },
  { title: "Rain gardens on the tram line", section: "news", summary: "Where the tracks were doubled, the water now has somewhere to go." },
  { title: "Reading with a pencil", section: "culture", summary: "Marginalia from three centuries, shown in one small room." },
  { title: "Nobody needs a smarter doorbell", section: "opinion", summary: "Some questions are best answered by going to the door." },
  { title: "Night markets are here to stay", section: "news", summary: "The council made the permits permanent on Monday." },
  { title: "The composer who writes for bridges", section: "culture", summary: "Steel hums if you ask it in the right key." },
  { title: "Let the apprentices choose the tools", section: "opinion", summary: "Those who will use them longest should hold them first." },
  { title: "Schools try the four-chapter week", section: "news", summary: "One novel a month, read aloud, with no test at the end." },
];

export const PAGES = [
  {
    en: { title: "About us", body: "The Margin is written by people who live here." },
    de: { title: "Über uns", body: "The Margin wird von Leuten geschrieben, die hier leben." },
  },
  { en: { title: "Imprint", body: "The Margin, Harbour Street 9." }, de: { title: "Impressum", body: "The Margin, Hafenstraße 9." } },
] as const;

/** A body of a few paragraphs around the story's summary. */
export function bodyOf({ title, summary }: Story): readonly object[] {
  const middle = "We spent a week asking the people involved, and most of what they told us was simpler than we had expected. ".repeat(6);
  const texts = (text: string) => [{ type: "text", text }];
  return [
    { _type: "heading", attrs: { level: 2 }, content: texts(title) },
    ...[summary, middle.trim(), "The rest is a matter of patience."].map((text) => ({ _type: "paragraph", content: texts(text) })),
  ];
}
