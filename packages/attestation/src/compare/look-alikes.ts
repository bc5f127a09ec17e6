// Each group reads alike in the usual fonts; the first of a group stands for it. Compatibility forms (fullwidth,
// superscript, mathematical letters, the Kelvin sign) are folded by NFKC before this table is asked.
const groups: readonly string[] = [
  "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u02d7\u30fc",
  "/\u2044\u2215\u29f8",
  ":\u02d0\u2236\ua789\u0589",
  ".\u3002\u00b7\u2024",
  "_\u02cd",
  "'\u2018\u2019\u02bc\u00b4`",
  '"\u201c\u201d',
  "0Oo\u041e\u043e\u039f\u03bf\u0555\u0585",
  "1lI|\u0406\u0456\u04c0\u04cf\u0399\u03b9\u01c0\u0131",
  "A\u0410\u0391",
  "B\u0412\u0392",
  "C\u0421\u03f9",
  "E\u0415\u0395",
  "F\u03dc",
  "G\u050c",
  "H\u041d\u0397",
  "J\u0408",
  "K\u041a\u039a",
  "M\u041c\u039c",
  "N\u039d",
  "P\u0420\u03a1",
  "S\u0405",
  "T\u0422\u03a4",
  "V\u0474",
  "W\u051c",
  "X\u0425\u03a7",
  "Y\u04ae\u03a5",
  "Z\u0396",
  "a\u0430\u03b1",
  "c\u0441\u03f2",
  "d\u0501",
  "e\u0435",
  "g\u0261",
  "h\u04bb",
  "i\u0456",
  "j\u0458",
  "k\u043a\u03ba",
  "n\u0578",
  "p\u0440\u03c1",
  "q\u051b",
  "s\u0455",
  "u\u03c5\u057d",
  "v\u0475\u03bd",
  "w\u051d",
  "x\u0445\u03c7",
  "y\u0443\u04af"
]

const standsFor = new Map<string, string>()
for (const group of groups) {
  const [first = "", ...others] = Array.from(group)
  for (const other of others) if (!standsFor.has(other)) standsFor.set(other, first)
}

/** Folds characters that look alike onto one of them: two texts with equal skeletons are hard to tell apart. */
export function skeleton(text: string): string {
  return Array.from(text.normalize("NFKC"), (point) => standsFor.get(point) ?? point).join("")
}
