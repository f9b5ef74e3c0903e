import UsherProgram

UsherProgram.shipped.main()
