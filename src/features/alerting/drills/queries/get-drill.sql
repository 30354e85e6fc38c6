-- @result now, runId: !
-- @include drills
WHERE organization_id = :organization_id AND id = :id
