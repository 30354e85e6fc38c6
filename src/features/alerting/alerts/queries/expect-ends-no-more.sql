-- Of what ended with a row that is there again: what its engine repeats is an alert again.
UPDATE alerts SET goes_on = false
WHERE organization_id = :organization_id AND closed_at > now() - interval '1 day'
  AND labels ->> :label::text = :row_id AND goes_on
