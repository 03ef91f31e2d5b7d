// What programs that embed a memory see of this room.
export type { Forecasting } from './capability.js';
export type { Calibration } from './calibration.js';
export type { Forecast, ForecastOutcome } from './forecast.js';
export type {
  ForecastFilter,
  ForecastReceipt,
  Forecasts,
  MakeForecastInput,
  SettleForecastInput,
} from './forecasts.js';
