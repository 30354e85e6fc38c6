DELETE FROM rows WHERE organization_id = :organization_id AND kind = 'team_members' AND id = ANY (:ids::text[])
