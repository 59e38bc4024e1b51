const UNITS_PER_FIGHT = 10n ** 18n;

/** An amount in the smallest unit as people write it: "12" or "0.5". */
export function toFight(units: bigint): string {
  const fraction = (units % UNITS_PER_FIGHT).toString().padStart(18, "0").replace(/0+$/, "");
  const whole = (units / UNITS_PER_FIGHT).toString();
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
