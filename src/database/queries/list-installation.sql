SELECT name, value FROM installation ORDER BY name
