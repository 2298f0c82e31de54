/** Gives each text as it is the first time, then numbered: no two answers are the same. */
export function numbering(separator: string): (text: string) => string {
  const given = new Set<string>();
  const times = new Map<string, number>();
  return (text) => {
    let time = (times.get(text) ?? 0) + 1;
    let answer = time === 1 ? text : `${text}${separator}${time}`;
    while (given.has(answer)) answer = `${text}${separator}${++time}`;
    times.set(text, time);
    given.add(answer);
    return answer;
  };
}
