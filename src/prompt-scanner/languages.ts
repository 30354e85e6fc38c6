import type { Language } from "./language.ts";
import { arabic } from "./phrases-ar.ts";
import { german } from "./phrases-de.ts";
import { english } from "./phrases-en.ts";
import { spanish } from "./phrases-es.ts";
import { french } from "./phrases-fr.ts";
import { hindi } from "./phrases-hi.ts";
import { italian } from "./phrases-it.ts";
import { japanese } from "./phrases-ja.ts";
import { korean } from "./phrases-ko.ts";
import { dutch } from "./phrases-nl.ts";
import { polish } from "./phrases-pl.ts";
import { portuguese } from "./phrases-pt.ts";
import { russian } from "./phrases-ru.ts";
import { turkish } from "./phrases-tr.ts";
import { chinese } from "./phrases-zh.ts";

export const languages: readonly Language[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  italian,
  dutch,
  polish,
  russian,
  turkish,
  arabic,
  hindi,
  chinese,
  japanese,
  korean,
];
