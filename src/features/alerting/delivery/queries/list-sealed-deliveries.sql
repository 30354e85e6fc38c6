-- Few at any time: what was sent keeps no payload, and invitations are not many.
-- @result sealed: !
SELECT organization_id, id, payload ->> 'sealed' AS sealed
FROM deliveries
WHERE status <> 'sent' AND payload ? 'sealed'
