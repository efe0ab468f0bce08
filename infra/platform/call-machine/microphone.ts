/**
 * The visitor's microphone: a track which the page always brings along. The page itself requests permission and changes devices behind that
 * track, so this machine never opens a microphone.
 */
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
    /** The desired state, with or without a track. */
    isOn: () => isWanted,
    isOpen: () => isWanted && current !== undefined,
    /** Off is really off: the track gives silence, and no frame is made of it. */
    setOn(wanted: boolean) {
      isWanted = wanted;
      if (current) current.enabled = wanted;
      onChange();
    },
    /** The track is the page's: it is not stopped. */
    end() {
      track?.removeEventListener('ended', onEnded);
      current = undefined;
    },
  };
}
