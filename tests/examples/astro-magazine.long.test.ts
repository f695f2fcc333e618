import { testMagazine } from "./magazine.ts";

testMagazine("astro-magazine");
