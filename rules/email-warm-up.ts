/** How a new mail host gets known: e-mails of the first day, percent more each day, and the day's number that ends it. */
export type WarmUpPlan = { first_day: number; growth: number; target: number };

/** The most e-mails of a day of the plan, counted from 0; undefined when it is over. */
export function dailyLimit({ first_day, growth, target }: WarmUpPlan, day: number): number | undefined {
  // A number that no plan can name: what is larger is over too.
  const limit = Math.min(first_day * (1 + growth / 100) ** Math.max(0, day), 1e9);
  return limit >= target ? undefined : Math.floor(limit);
}

/** How many days have a limit. */
export function warmUpDays(plan: WarmUpPlan): number {
  if (plan.first_day >= plan.target) return 0;
  let day = Math.max(0, Math.floor(Math.log(plan.target / plan.first_day) / Math.log(1 + plan.growth / 100)) - 1);
  while (dailyLimit(plan, day) !== undefined) day += 1;
  return day;
}
