// Two short tones; one low tone for a drill. Browsers play sound only after a click: the switch is one.
let audio: AudioContext | null = null;

/** The browser lets it sound: somebody has touched the page. */
export const canRing = (): boolean => audio?.state === 'running';

const tones = { alarm: [880, 660], drill: [440] } as const;

export function ring(of: keyof typeof tones = 'alarm'): void {
  if (typeof AudioContext === 'undefined') return;
  audio ??= new AudioContext();
  void audio.resume().catch(() => undefined);
  for (const [index, frequency] of tones[of].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = audio.currentTime + index * 0.25;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.15, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.22);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.25);
  }
}
