-- Of each fingerprint what is open, and what began at the moment that is reported or later. Held to the transaction's end.
-- A firing within a minute after an end of the same beginning may be a late word of the other one of a pair.
-- @result lapsed, unconfirmed, endHeld, endedLately: !
SELECT one.id, one.fingerprint, one.started_at AS "startedAt", one.resolved_at AS "resolvedAt", one.title,
  one.annotations, one.unconfirmed_since IS NOT NULL AS unconfirmed, one.closed_at AS "closedAt",
  coalesce(one.closed_at > now() - interval '1 minute', false) AS "endedLately",
  one.again_at AS "againAt", one.goes_on AS "goesOn", one.end_held_at IS NOT NULL AS "endHeld",
  one.muted_by IS NOT NULL AND (one.muted_until <= now() OR NOT EXISTS (
    SELECT FROM rows AS mute
    WHERE mute.organization_id = one.organization_id AND mute.kind = :mute_kind AND mute.id = one.muted_by
      AND (mute.key_held_until IS NULL OR mute.key_held_until > now())
  )) AS lapsed
FROM jsonb_to_recordset(:reports::jsonb) AS report (fingerprint text, started_at timestamptz)
JOIN alerts AS one ON one.organization_id = :organization_id AND one.connector_id = :connector_id
  AND one.fingerprint = report.fingerprint
WHERE one.resolved_at IS NULL OR one.started_at >= report.started_at OR one.again_at >= report.started_at
ORDER BY one.id
FOR UPDATE OF one
