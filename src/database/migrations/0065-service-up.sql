-- Since when the service is up without a gap, as of now: a node that slept between two looks has not written the gap
-- yet, and must not take what could not come in meanwhile for missing. A moment that is yet to come is a clock that was
-- set back.
CREATE VIEW service_up AS
SELECT CASE
    WHEN watched_at BETWEEN now() - interval '60 seconds' AND now() + interval '60 seconds' THEN up_since
    ELSE now()
  END AS up_since
FROM heartbeat_watch;
