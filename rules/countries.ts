/** Where an account may be, with the time zone most of it lives in. Kenya first, then its neighbours. */
export const countries = [
  { code: "KE", name: "Kenya", zone: "Africa/Nairobi" },
  { code: "UG", name: "Uganda", zone: "Africa/Kampala" },
  { code: "TZ", name: "Tanzania", zone: "Africa/Dar_es_Salaam" },
  { code: "RW", name: "Rwanda", zone: "Africa/Kigali" },
  { code: "BI", name: "Burundi", zone: "Africa/Bujumbura" },
  { code: "CD", name: "Congo (DRC)", zone: "Africa/Kinshasa" },
  { code: "ET", name: "Ethiopia", zone: "Africa/Addis_Ababa" },
  { code: "SO", name: "Somalia", zone: "Africa/Mogadishu" },
  { code: "SS", name: "South Sudan", zone: "Africa/Juba" },
  { code: "MW", name: "Malawi", zone: "Africa/Blantyre" },
  { code: "ZM", name: "Zambia", zone: "Africa/Lusaka" },
  { code: "NG", name: "Nigeria", zone: "Africa/Lagos" },
  { code: "GH", name: "Ghana", zone: "Africa/Accra" },
  { code: "ZA", name: "South Africa", zone: "Africa/Johannesburg" },
  { code: "AE", name: "United Arab Emirates", zone: "Asia/Dubai" },
  { code: "IN", name: "India", zone: "Asia/Kolkata" },
  { code: "GB", name: "United Kingdom", zone: "Europe/London" },
] as const;

export type CountryCode = (typeof countries)[number]["code"];
export const countryCodes = countries.map(({ code }) => code) as [CountryCode, ...CountryCode[]];
export const timeZones = [...new Set(countries.map(({ zone }) => zone))] as [string, ...string[]];

/** The one currency the ledger counts in. */
export const currencies = ["KES"] as const;
