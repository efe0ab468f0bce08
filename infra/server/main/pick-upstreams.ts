import type { Upstreams } from '../gateway/gateway-options.ts';
import type { SiteSettings } from './settings.ts';

/** The services of the settings, and stand-ins for those left out. A service's variables stand together or not at all. */
export function pickUpstreams(settings: SiteSettings, standIns: Upstreams | undefined): Upstreams {
  const { MIDDLEWARE_EMAIL = '', MIDDLEWARE_PASSWORD = '', VAPI_PRIVATE_KEY = '', LLM_KEY = '', LLM_MODEL = '' } = settings;
  const { STT_KEY = '', STT_MODEL = '', TTS_KEY = '', TTS_MODEL = '' } = settings;
  const hosted: Partial<Upstreams> = {
    ...(settings.MIDDLEWARE_URL && {
      middlewareUrl: settings.MIDDLEWARE_URL,
      middlewareEmail: MIDDLEWARE_EMAIL,
      middlewarePassword: MIDDLEWARE_PASSWORD,
    }),
    ...(settings.KB_URL && { kbUrl: settings.KB_URL }),
    ...(settings.VAPI_URL && { vapiUrl: settings.VAPI_URL, vapiKey: VAPI_PRIVATE_KEY }),
    ...(settings.LLM_URL && { llmUrl: settings.LLM_URL, llmKey: LLM_KEY, llmModel: LLM_MODEL }),
    ...(settings.STT_URL && { transcription: { url: settings.STT_URL, key: STT_KEY, model: STT_MODEL } }),
    ...(settings.TTS_URL && { ttsUrl: settings.TTS_URL, ttsKey: TTS_KEY, ttsModel: TTS_MODEL }),
    ...(settings.SETTINGS_URL && { settingsUrl: settings.SETTINGS_URL }),
  };
  return { ...noService, ...standIns, ...hosted };
}

/** Never called: the stand-ins run as soon as one service is left out. */
const noService: Upstreams = {
  middlewareUrl: '',
  middlewareEmail: '',
  middlewarePassword: '',
  kbUrl: '',
  vapiUrl: '',
  vapiKey: '',
  llmUrl: '',
  llmKey: '',
  llmModel: '',
  ttsUrl: '',
  ttsKey: '',
  ttsModel: '',
  settingsUrl: '',
};
