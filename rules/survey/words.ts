/** The words of answers to a text question: what is counted of them, and how one is found again. */

/**
 * What stands between words, as ranges that regular expressions of the program and of the database both read alike: all
 * of ASCII but letters and the apostrophe, punctuation, signs and pictures of other blocks.
 */
const ranges: readonly (readonly [from: number, to: number])[] = [
  ...([
    [0x01, 0x26],
    [0x28, 0x40],
    [0x5b, 0x60],
    [0x7b, 0xa9],
    [0xab, 0xb4],
    [0xb6, 0xb9],
    [0xbb, 0xbf],
    [0xd7, 0xd7],
    [0xf7, 0xf7],
    [0x60c, 0x60c],
    [0x61b, 0x61b],
    [0x61f, 0x61f],
    [0x66a, 0x66d],
    [0x6d4, 0x6d4],
    [0x1361, 0x1368],
  ] as const),
  ...([
    [0x2000, 0x2018],
    [0x201a, 0x2bff],
    [0x2e00, 0x2e7f],
    [0x3000, 0x303f],
    [0xfe00, 0xfe0f],
    [0x1f000, 0x1faff],
  ] as const),
];

const between = new RegExp(`[${ranges.map(([from, to]) => `${point(from)}-${point(to)}`).join("")}]+`, "u");

function point(code: number): string {
  return `\\u{${code.toString(16)}}`;
}

/** The same class in a regular expression of PostgreSQL. */
const betweenInSql = ranges
  .map(([from, to]) => [from, to].map((code) => `\\U${code.toString(16).padStart(8, "0")}`).join("-"))
  .join("");

/** Words that say nothing by themselves, of English and Kiswahili. */
const stopWords = new Set(
  [
    "about,above,after,again,all,also,although,always,and,another,any,are,aren't,because,been,before,being",
    "below,between,both,but,can,can't,cannot,could,couldn't,did,didn't,does,doesn't,doing,don't,down,during",
    "each,else,even,ever,every,few,for,from,further,get,gets,getting,got,had,hadn't,has,hasn't,have,haven't",
    "having,her,here,hers,herself,him,himself,his,how,i'd,i'll,i'm,i've,into,isn't,it's,its,itself,just,let",
    "let's,like,made,make,many,may,maybe,might,mine,more,most,much,must,mustn't,myself,nor,not,now,off,once",
    "one,ones,only,other,ought,our,ours,ourselves,out,over,own,per,please,quite,rather,really,same,shall,she",
    "she'd,she's,should,shouldn't,since,some,something,still,such,than,that,that's,the,their,theirs,them",
    "themselves,then,there,there's,these,they,they'd,they're,they've,this,those,though,through,thus,too,under",
    "until,upon,very,was,wasn't,we'd,we'll,we're,we've,were,weren't,what,what's,when,where,whether,which,while",
    "who,who's,whom,whose,why,will,with,within,without,won't,would,wouldn't,yet,you,you'd,you'll,you're,you've",
    "your,yours,yourself,yes,aidha,ajili,ama,ambao,ambaye,ambayo,ambazo,ambapo,ambacho,ambavyo,ana,anaweza",
    "angalau,au,baada,bado,bali,basi,bila,bora,cha,chake,chako,changu,chao,chenye,chetu,hadi,haki,hapa,hapo",
    "hasa,hata,hawa,hawana,haya,hayo,hicho,hii,hiki,hili,hilo,hivi,hivyo,hiyo,hizi,hizo,hakuna,hapana,huku",
    "huko,humo,huo,huu,huyo,huyu,iko,ikiwa,ila,ile,ili,ilikuwa,imekuwa,ina,ingawa,jinsi,juu,kabisa,kabla",
    "kadhalika,kama,kana,karibu,kati,katika,kila,kisha,kitu,kuhusu,kule,kuna,kupitia,kutoka,kuwa,kuwe,kwa",
    "kwake,kwako,kwamba,kwangu,kwani,kwanza,kwao,kwenda,kwenye,kweli,kwetu,la,lake,lako,lakini,langu,lao,letu",
    "lile,mara,mbali,mbele,mimi,mno,moja,mpaka,mtu,muda,mwenye,nae,naam,nami,nao,nasi,nawe,naye,nchini,ndani",
    "ndio,ndiyo,ndivyo,nilikuwa,nina,ninyi,nini,nyinyi,nyingi,nyote,pale,pamoja,pande,pia,sana,sasa,sawa,sio",
    "sisi,siyo,tena,tofauti,toka,tu,tuna,tulikuwa,uko,ule,ulikuwa,una,vile,vipi,vyake,vyao,vyote,wa,wake,wako",
    "wakati,wala,wale,walikuwa,wana,wangu,wao,watu,wengi,wenye,wetu,wewe,wote,yaani,yake,yako,yale,yao,yangu",
    "yeye,yenye,yetu,yote,yule,zake,zako,zangu,zao,zetu,zile,zote,ziko,zina",
  ].flatMap((words) => words.split(",")),
);

const minLetters = 3;
const wordForm = /^[\p{L}\p{M}']{1,60}$/u;

function letterCount(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0;
}

/** What is counted of a text: each word once, in small letters, without numbers and words that say nothing. */
export function countedWords(text: string): string[] {
  const words = text
    .normalize("NFKC")
    .split(between)
    .map((part) =>
      part
        .replaceAll("\u2019", "'")
        .replace(/^'+|'+$/g, "")
        .toLowerCase(),
    )
    .filter((word) => wordForm.test(word) && letterCount(word) >= minLetters && !stopWords.has(word));
  return [...new Set(words)];
}

export type WordCount = { word: string; count: number };

/** The most used words, each counted once for an answer, most often first. */
export function commonWords(texts: Iterable<string>, most: number): WordCount[] {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of countedWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .map(([word, count]) => ({ word, count }))
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .slice(0, most);
}

/** A regular expression of PostgreSQL that finds a word of `countedWords` as a whole, whatever the database's locale. */
export function wordPattern(word: string): string {
  const letters = [...word].map((letter) => {
    if (letter === "'") return "['\\u2019]";
    const forms = new Set([letter, letter.toUpperCase(), letter.toLowerCase()]);
    const single = [...forms].filter((form) => [...form].length === 1);
    return `[${single.map((form) => `\\U${(form.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`).join("")}]`;
  });
  const quotes = "['\\u2019]*";
  return `(^|[${betweenInSql}])${quotes}${letters.join("")}${quotes}([${betweenInSql}]|$)`;
}
