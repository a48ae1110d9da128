// Prints what gift-pegjs reads in a GIFT file, as JSON.
import { readFileSync } from "node:fs";
import gift from "gift-pegjs";

console.log(JSON.stringify(gift.parse(readFileSync(process.argv[2], "utf8"))));
