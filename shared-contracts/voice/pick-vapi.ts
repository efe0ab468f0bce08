import * as vapiModule from '@vapi-ai/web';

export type VapiClass = typeof vapiModule.default;
export type VapiInstance = InstanceType<VapiClass>;

/** The SDK is CommonJS: a bundler's default import is the class, or the module around it. */
export function pickVapi(module: { default: VapiClass | { default: VapiClass } } = vapiModule): VapiClass {
  const { default: found } = module;
  return 'default' in found ? found.default : found;
}
