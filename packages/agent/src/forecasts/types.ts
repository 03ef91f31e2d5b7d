// Public types of this module for programs that embed a memory.
export type { Forecast, ForecastOutcome } from './forecast.js';
export type { ForecastFilter, Forecasts } from './forecasts.js';
export type { PredictInput, PredictionReceipt, Settled } from './predict.js';
