// The path below which the service runs (BASE_PATH). The service writes it into its pages; it is empty by default.
export const BASE_PATH: string = (typeof document === 'undefined' ? undefined : document.documentElement.dataset.basePath) ?? '';
