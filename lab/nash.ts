import { lessEq, equalTo, greaterEq, solve } from "yalps";

/**
 * The Nash mix of a symmetric game by its linear program: the mix whose worst result is best. `chances[i][j]` is the chance
 * that i beats j. In such a game its value is a half; what is off comes from rounding.
 */
export function nashMix(chances: readonly (readonly number[])[]): readonly number[] {
  const name = (i: number) => `t${i}`;
  const against = (j: number) => `a${j}`;
  const teams = [...chances.keys()];
  const { status, variables } = solve({
    direction: "maximize",
    objective: "value",
    constraints: Object.fromEntries([
      ["weights", equalTo(1)],
      ...teams.map((j) => [against(j), greaterEq(0)] as const),
      ["most", lessEq(1)],
    ]),
    variables: Object.fromEntries([
      ["value", { value: 1, most: 1, ...Object.fromEntries(teams.map((j) => [against(j), -1])) }],
      ...teams.map((i) => [
        name(i),
        { weights: 1, ...Object.fromEntries(teams.map((j) => [against(j), chances[i]![j]!])) },
      ]),
    ]),
  });
  if (status !== "optimal") throw new Error(`the linear program of the Nash mix is ${status}`);
  const weights = new Map(variables);
  const mix = teams.map((i) => Math.max(0, weights.get(name(i)) ?? 0));
  const total = mix.reduce((sum, weight) => sum + weight, 0);
  return mix.map((weight) => weight / total);
}
