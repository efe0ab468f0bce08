/** The page requests permission and changes devices behind its track, so the call machine never opens a microphone. */
export type Microphone = ReturnType<typeof createMicrophone>;

export function createMicrophone(track: MediaStreamTrack | undefined, isOn: boolean, onChange: () => void) {
  let current = track;
  let isWanted = isOn;
  const onEnded = () => {
    current = undefined;
    onChange();
  };
  if (track) track.enabled = isOn;
  track?.addEventListener('ended', onEnded);
  return {
    track: () => current,
    isOn: () => isWanted,
    isOpen: () => isWanted && current !== undefined,
    /** A disabled track yields silence. */
    setOn(wanted: boolean) {
      isWanted = wanted;
      if (current) current.enabled = wanted;
      onChange();
    },
    /** Does not stop the track, because the track belongs to the page. */
    end() {
      track?.removeEventListener('ended', onEnded);
      current = undefined;
    },
  };
}
