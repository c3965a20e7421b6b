/** mulberry32: the demo is the same on every machine. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const given =
  "Achieng Akinyi Amina Aisha Atieno Brian Caroline Chebet Cherono Collins Daniel David Dennis Diana Esther Evans Faith Fatuma Felix Florence George Gladys Grace Halima Hassan Irene Jackline James Jane John Joseph Joyce Juma Kamau Kevin Kiprono Kipchoge Lilian Lucy Lydia Margaret Mary Mercy Mohamed Mutua Mwende Naliaka Nancy Nekesa Njeri Nyambura Odhiambo Omar Otieno Patrick Paul Peter Purity Rehema Rose Ruth Salim Samuel Sharon Stephen Susan Tabitha Victor Wafula Wairimu Wambui Wanjiku Wanjiru Winnie Yusuf Zainab Zawadi".split(
    " ",
  );
const family =
  "Abdi Achieng Akoth Ali Barasa Chege Chelimo Chepkemoi Gathoni Gichuru Hussein Kamau Karanja Kariuki Kibet Kimani Kimathi Kinyua Kipkemboi Kiplagat Kirui Koech Korir Langat Maina Makau Mbugua Muriithi Muthoni Mutiso Mutua Mwangi Mwikali Ndegwa Ndung'u Ngugi Njoroge Noor Nyaga Nyongesa Ochieng Odhiambo Okello Omondi Onyango Otieno Ouma Owino Rotich Simiyu Wafula Wambua Wanjala Wekesa".split(
    " ",
  );

/** Prefixes after +254, with the share of people who have them. */
const prefixes: [share: number, prefixes: string[]][] = [
  [
    0.68,
    [
      "700",
      "701",
      "710",
      "711",
      "712",
      "715",
      "720",
      "721",
      "722",
      "724",
      "725",
      "727",
      "728",
      "729",
      "790",
      "791",
      "110",
      "112",
    ],
  ],
  [0.27, ["730", "731", "733", "735", "738", "750", "785", "786", "788", "100", "101"]],
  [0.05, ["770", "772", "774", "776"]],
];

export type DemoPerson = { msisdn: string; name: string; town: string; balance: string; due: string; points: string };

const towns =
  "Nairobi Nakuru Kisumu Eldoret Mombasa Thika Nyeri Machakos Kakamega Meru Kitale Malindi Naivasha Kericho".split(" ");

/** The prefixes of the network that a chance of 0 to 1 falls on. */
function prefixOf(chance: number): string[] {
  let upTo = 0;
  for (const [share, names] of prefixes) {
    upTo += share;
    if (chance < upTo) return names;
  }
  return ["722"];
}

/** `count` people with different numbers. */
export function people(count: number, random: () => number): DemoPerson[] {
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const seen = new Set<string>();
  const made: DemoPerson[] = [];
  while (made.length < count) {
    const network = prefixOf(random());
    const msisdn = `+254${one(network)}${String(Math.floor(random() * 1e6)).padStart(6, "0")}`;
    if (seen.has(msisdn)) continue;
    seen.add(msisdn);
    made.push({
      msisdn,
      name: `${one(given)} ${one(family)}`,
      town: one(towns),
      balance: (Math.floor(random() * 480) * 50 + 500).toLocaleString("en-KE"),
      due: `${1 + Math.floor(random() * 28)} December`,
      points: String(Math.floor(random() * 900) + 20),
    });
  }
  return made;
}
