-- Of all organizations.
-- @result open, kept, merged: !
SELECT (SELECT count(*) FROM alerts WHERE resolved_at IS NULL)::integer AS open,
  (SELECT count(*) FROM alerts WHERE closed_at IS NOT NULL)::integer AS kept,
  (SELECT count(*) FROM alert_overflows)::integer AS merged
