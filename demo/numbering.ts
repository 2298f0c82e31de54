/** Makes texts unique: returns a text unchanged the first time, then with a number. */
export function numbering(separator: string): (text: string) => string {
  const used = new Set<string>();
  const times = new Map<string, number>();
  return (text) => {
    let time = (times.get(text) ?? 0) + 1;
    let answer = time === 1 ? text : `${text}${separator}${time}`;
    while (used.has(answer)) answer = `${text}${separator}${++time}`;
    times.set(text, time);
    used.add(answer);
    return answer;
  };
}
