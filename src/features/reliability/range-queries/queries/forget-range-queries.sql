-- Those of a plan whose node ended meanwhile.
DELETE FROM range_queries WHERE deadline < now() - interval '1 minute'
