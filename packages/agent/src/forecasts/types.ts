// What programs that embed a memory see of this room.
export type { Forecast, ForecastOutcome } from './forecast.js';
export type { ForecastFilter, Forecasts } from './forecasts.js';
export type { PredictInput, PredictionReceipt, Settled } from './predict.js';
