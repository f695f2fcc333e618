import { testMagazine } from "./magazine.ts";

testMagazine("next-magazine");
